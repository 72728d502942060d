// Starts the panel in the page that the API has served.

import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
// As on the printed invoice.
import '@fontsource/ibm-plex-sans/400.css';
import '@fontsource/ibm-plex-sans/500.css';
import '@fontsource/ibm-plex-sans/600.css';
import './theme/global.css';
import { createRoot } from 'react-dom/client';
import { watchAttendance } from './api/attendance.ts';
import { App } from './app.tsx';
import { startTexts } from './i18n/i18n.ts';
import { printLight } from './theme/print-light.ts';

watchAttendance(window);
startTexts();
printLight();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root.');
createRoot(root).render(<App />);
