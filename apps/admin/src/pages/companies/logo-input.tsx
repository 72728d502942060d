import { Button, FileButton, Group, Image, Input, Stack } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/i18n.ts';
import { dataUriOf } from '../../components/form/file-content.ts';

const largest = 220_000;
const kinds = ['image/png', 'image/jpeg', 'image/webp'];

interface LogoInputProps {
  /** A data URI. */
  value: string | null;
  onChange: (value: string | null) => void;
  error: ReactNode;
}

/** The picture on the printed invoice. */
export function LogoInput({ value, onChange, error }: LogoInputProps) {
  const { t } = useTranslation('companies');
  const [problem, setProblem] = useState<string | null>(null);
  const choose = async (file: File | null) => {
    if (!file) return;
    if (!kinds.includes(file.type)) setProblem(t('field.logoWrong'));
    else if (file.size > largest) setProblem(t('field.logoTooLarge'));
    else {
      setProblem(null);
      onChange(await dataUriOf(file));
    }
  };
  return (
    <Input.Wrapper
      label={t('field.logo')}
      description={t('field.logoHint')}
      error={problem ?? error}
      labelElement="div"
    >
      <Stack gap="xs" mt={6} align="flex-start">
        {value !== null && (
          <Image
            src={value}
            alt={t('field.logoAlt')}
            h={72}
            w="auto"
            maw={240}
            fit="contain"
            bg="white"
            p={6}
            bd="1px solid var(--line)"
          />
        )}
        <Group gap="xs">
          <FileButton accept={kinds.join(',')} onChange={(file) => void choose(file)}>
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconPhoto size={16} />}>
                {t('field.logoChoose')}
              </Button>
            )}
          </FileButton>
          {value !== null && (
            <Button variant="subtle" color="red" onClick={() => onChange(null)}>
              {t('field.logoRemove')}
            </Button>
          )}
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}
