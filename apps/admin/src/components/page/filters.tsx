import { Button, Group } from '@mantine/core';
import { IconFilter, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { useIsPhone } from '../use-is-phone.ts';

interface FiltersProps {
  /** What the page lists, for screen readers. */
  label: string;
  /** Stands before the others, also on a phone. */
  search?: ReactNode;
  /** How many of `children` leave something out. */
  narrowing: number;
  /** Whether these or the search leave something out. */
  isNarrowed?: boolean;
  onClear: () => void;
  /** The fields. */
  children: ReactNode;
}

const WHOLE_LINE = { base: '1 1 100%', sm: 'initial' } as const;

/**
 * What a page is narrowed to. On a phone the fields are behind one button, so that the list is
 * seen.
 */
export function Filters(props: FiltersProps) {
  const { label, search, narrowing, isNarrowed = narrowing > 0, onClear, children } = props;
  const { t } = useTranslation();
  const { number } = useFormats();
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const count = narrowing === 0 ? '' : ` (${number(narrowing)})`;
  return (
    <Group role="search" aria-label={label} gap={12} align="flex-end" mb={20}>
      {search}
      {isPhone && (
        <Button
          variant="default"
          flex={WHOLE_LINE}
          leftSection={<IconFilter size={16} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {t('filters.title') + count}
        </Button>
      )}
      <Group
        id={id}
        gap={12}
        align="flex-end"
        flex={WHOLE_LINE}
        display={isPhone && !isOpen ? 'none' : undefined}
      >
        {children}
      </Group>
      {isNarrowed && (
        <Button
          variant="subtle"
          color="gray"
          flex={WHOLE_LINE}
          leftSection={<IconX size={16} aria-hidden />}
          onClick={onClear}
        >
          {t('filters.clear')}
        </Button>
      )}
    </Group>
  );
}
