import { notifications, Notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { showNoticesWith } from '../parts/notify.ts';

/** Where `say` and `notifyDone` are seen. */
export function Notices() {
  useEffect(() => {
    showNoticesWith((word) => notifications.show({ ...word, withBorder: true }));
  }, []);
  return <Notifications position="bottom-right" />;
}
