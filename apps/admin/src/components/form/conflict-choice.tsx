import { Alert, Button, Group, Radio, Stack, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import type { FieldChange } from '../../api/problem.ts';

/** One field that two people have changed. */
export interface ConflictingField {
  name: string;
  mine: unknown;
  theirs: unknown;
  change: FieldChange | undefined;
}

/** What somebody else has changed meanwhile, and the way to continue. */
interface Conflict {
  fields: readonly ConflictingField[];
  /** Saves, with the other person's values in these fields. */
  resolve: (staysTheirs: readonly string[]) => void;
}

interface ConflictChoiceProps {
  conflict: Conflict;
  /** The label of a field. */
  labelOf: (name: string) => string;
}

/** Both values of each field that two people have changed, and who else it was. */
export function ConflictChoice({ conflict, labelOf }: ConflictChoiceProps) {
  const { t } = useTranslation();
  const [theirs, setTheirs] = useState<readonly string[]>([]);
  const choose = (name: string, isTheirs: boolean) =>
    setTheirs([...theirs.filter((other) => other !== name), ...(isTheirs ? [name] : [])]);
  return (
    <Alert color="yellow" role="alert" icon={<IconUsers />} title={t('conflict.title')}>
      <Stack gap="sm">
        <Text size="sm">{t('conflict.text')}</Text>
        {conflict.fields.map((field) => (
          <FieldChoice
            key={field.name}
            field={field}
            label={labelOf(field.name)}
            isTheirs={theirs.includes(field.name)}
            onChoose={(isTheirs) => choose(field.name, isTheirs)}
          />
        ))}
        <Group>
          <Button size="xs" onClick={() => conflict.resolve(theirs)}>
            {t('conflict.save')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

interface FieldChoiceProps {
  field: ConflictingField;
  label: string;
  isTheirs: boolean;
  onChoose: (isTheirs: boolean) => void;
}

function FieldChoice({ field, label, isTheirs, onChoose }: FieldChoiceProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const words = useValueWords();
  const { mine, theirs, change } = field;
  const name = change?.by ?? t('conflict.unknown');
  const time = change ? dateTime(change.at) : '–';
  return (
    <Radio.Group
      label={label}
      value={isTheirs ? 'theirs' : 'mine'}
      onChange={(value) => onChoose(value === 'theirs')}
    >
      <Stack gap={6} mt={6}>
        <Radio value="mine" label={t('conflict.mine', { value: words(mine) })} />
        <Radio value="theirs" label={t('conflict.theirs', { name, time, value: words(theirs) })} />
      </Stack>
    </Radio.Group>
  );
}

/** The value of a field, as a person reads it. */
function useValueWords(): (value: unknown) => string {
  const { t } = useTranslation();
  return (value) => {
    if (typeof value === 'boolean') return value ? t('conflict.yes') : t('conflict.no');
    const text = typeof value === 'string' ? value : '';
    if (text === '') return t('conflict.empty');
    return text.startsWith('data:') ? t('conflict.picture') : text;
  };
}
