// Starts the panel in the page that the API has served.

import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './theme/fonts.css';
import './theme/global.css';
import { createRoot } from 'react-dom/client';
import { watchAttendance } from './api/attendance.ts';
import { startTexts } from './i18n/i18n.ts';

watchAttendance(window);
startTexts();
// The router begins to load the page of the URL as soon as it is made, which needs the texts.
const { App } = await import('./app.tsx');
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root.');
createRoot(root).render(<App />);
