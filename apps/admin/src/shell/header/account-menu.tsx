import { MissingFile } from '../../components/state/missing-file.tsx';
import { useLoadedLater } from '../../components/state/use-loaded-later.ts';
import { AccountButton } from './account-button.tsx';

const load = () => import('./open-account-menu.tsx');

/** The person who is signed in; the menu is loaded when it is first opened. */
export function AccountMenu() {
  const { Loaded, state, open } = useLoadedLater(load);
  if (Loaded) return <Loaded />;
  return (
    <>
      <AccountButton
        aria-haspopup="menu"
        aria-expanded={false}
        isLoading={state === 'loading'}
        onClick={open}
      />
      {state === 'missing' && <MissingFile />}
    </>
  );
}
