import { notifications, Notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { showNoticesWith } from '../components/notify.ts';

/** Where `notify` and `notifyDone` are seen. */
export default function Notices() {
  useEffect(() => {
    showNoticesWith((notice) => notifications.show({ ...notice, withBorder: true }));
  }, []);
  return <Notifications position="bottom-right" />;
}
