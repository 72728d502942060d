import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconFileCertificate } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { DragEvent } from 'react';
import { useTranslation } from '../../i18n/i18n.ts';

const largest = 100_000;

interface FileDropProps {
  file: File | null;
  /** It was sent without a file. */
  isMissing: boolean;
  onFile: (file: File) => void;
}

/** A field that a file is dropped on, and a button for everybody who drops nothing. */
export function FileDrop({ file, isMissing, onFile }: FileDropProps) {
  const { t } = useTranslation('certificates');
  const id = useId();
  const [isOver, setOver] = useState(false);
  const [isTooLarge, setTooLarge] = useState(false);
  const take = (chosen: File | null | undefined) => {
    if (!chosen) return;
    setTooLarge(chosen.size > largest);
    if (chosen.size <= largest) onFile(chosen);
  };
  const onDragOver = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    <div
      style={{
        border: '1.5px dashed light-dark(var(--mantine-color-gray-4), var(--mantine-color-dark-4))',
        borderRadius: 12,
        padding: '24px 16px',
        ...(isOver && {
          borderColor: 'var(--mantine-primary-color-filled)',
          background: 'light-dark(var(--mantine-color-pine-0), #1a2f2c)',
        }),
      }}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <Stack align="center" gap={6}>
        <IconFileCertificate size={32} stroke={1.4} aria-hidden />
        <Text id={`${id}-label`} hidden>
          {t('upload.fileLabel')}
        </Text>
        <Text fw={500} role="status">
          {file ? t('upload.file', { name: file.name }) : t('upload.drop')}
        </Text>
        <Group gap="xs">
          <FileButton accept=".p12,.pfx,application/x-pkcs12" onChange={take}>
            {(props) => (
              <Button {...props} variant="default" size="xs">
                {file ? t('upload.again') : t('upload.choose')}
              </Button>
            )}
          </FileButton>
        </Group>
        {isMissing && (
          <Text id={`${id}-error`} size="sm" c="red">
            {t('upload.fileMissing')}
          </Text>
        )}
        <Text size="xs" c={isTooLarge ? 'red' : 'dimmed'} role={isTooLarge ? 'alert' : undefined}>
          {isTooLarge ? t('upload.tooLarge') : t('upload.kinds')}
        </Text>
      </Stack>
    </div>
  );
}
