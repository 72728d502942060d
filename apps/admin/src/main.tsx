// Starts the panel in the page that the API has served.

import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './theme/global.css';
import { createRoot } from 'react-dom/client';
import { watchAttendance } from './api/attendance.ts';
import { watchNetwork } from './api/connection.ts';
import { queryClient } from './api/query-client.ts';
import { sessionQuery } from './api/session.ts';
import { App } from './app.tsx';
import { startTexts } from './i18n/i18n.ts';
import { printLight } from './theme/print-light.ts';

watchAttendance(window);
watchNetwork(window);
// A failure is the page's to show.
queryClient.query(sessionQuery).catch(() => undefined);
startTexts();
printLight();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root.');
createRoot(root).render(<App />);
