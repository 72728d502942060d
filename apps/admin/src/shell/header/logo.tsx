import { Text, UnstyledButton } from '@mantine/core';
import { Link } from 'react-router';
import { useTranslation } from '../../i18n/i18n.ts';

/** The sign of the product: a receipt with a tick. */
export function Sign({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="8" fill="#17635c" />
      <path d="M9 6.5h14v19l-2.8-1.9-2.1 1.9-2.1-1.9-2.1 1.9-2.1-1.9L9 25.5z" fill="#fff" />
      <path
        d="m12.6 14.6 2.5 2.5 4.4-4.6"
        fill="none"
        stroke="#17635c"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** The sign and the name; leads to the first page. */
export function Logo({ isHiddenOnPhone }: { isHiddenOnPhone: boolean }) {
  const { t } = useTranslation();
  return (
    <UnstyledButton
      component={Link}
      to="/"
      aria-label={t('product')}
      style={{ display: 'flex', flex: 'none', alignItems: 'center', gap: 10 }}
      {...(isHiddenOnPhone && { visibleFrom: 'xs' as const })}
    >
      <Sign />
      <Text fw={600} visibleFrom="lg" style={{ letterSpacing: '-0.01em' }}>
        {t('product')}
      </Text>
    </UnstyledButton>
  );
}
