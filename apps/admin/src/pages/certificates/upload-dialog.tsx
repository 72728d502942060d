// A new certificate: a file and its password, a look into it, and only then it is stored.

import { Button, Group, Stack, Alert, List, Text, FileButton } from '@mantine/core';
import { useState, useId } from 'react';
import type { DragEvent } from 'react';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
  IconFileCertificate,
} from '@tabler/icons-react';
import { call } from '../../api/client.ts';
import type { Environment, Schema } from '../../api/contract.ts';
import { PasswordField } from '../../components/form/password-field.tsx';
import { useTranslation } from '../../i18n/i18n.ts';
import { Dialog } from '../../components/dialog/dialog.tsx';
import { Failure, useProblemText } from '../../components/state/failure.tsx';
import { Form } from '../../components/form/form.tsx';
import { base64Of } from '../../components/form/file-content.ts';
import { useChange } from '../../components/form/change.tsx';
import { useCompany } from '../../shell/company-guard.tsx';
import { Note, Instant } from '../../components/text/text.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { Facts } from '../../components/page/facts.tsx';

interface UploadDialogProps {
  environment: Environment;
  onClose: () => void;
}

/** For the environment that is looked at; the dialog says which. */
export function UploadDialog({ environment, onClose }: UploadDialogProps) {
  const { t } = useTranslation('certificates');
  const [file, setFile] = useState<File | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [password, setPassword] = useState('');
  const { inspect, store } = useUpload(environment, onClose);
  const inspection = inspect.data;
  const reset = () => {
    inspect.reset();
    store.reset();
  };
  const title = `${t('upload.title')} ${t(`upload.environment.${environment}`)}`;
  return (
    <Dialog onClose={onClose} size="lg" title={title}>
      <Form
        onSubmit={() => {
          setMissing(file === null);
          if (file) inspect.mutate({ file, password });
        }}
      >
        <Stack>
          <FileDrop
            file={file}
            isMissing={isMissing && file === null}
            onFile={(chosen) => {
              setFile(chosen);
              reset();
            }}
          />
          {file && (
            <PasswordField
              label={t('upload.password')}
              description={t('upload.passwordHint')}
              autoComplete="off"
              data-autofocus
              value={password}
              onChange={(event) => {
                setPassword(event.currentTarget.value);
                reset();
              }}
            />
          )}
          {inspect.isError && <Failure error={inspect.error} />}
          {store.isError && <Failure error={store.error} />}
          {inspection && <Inspection inspection={inspection} />}
          {/* What was found is long; what to do with it stays in sight. */}
          <Group justify="flex-end" pos="sticky" bottom={0} py="sm" bg="var(--mantine-color-body)">
            {inspection?.problems.length === 0 && file ? (
              <Button loading={store.isPending} onClick={() => store.mutate({ file, password })}>
                {t('upload.store')}
              </Button>
            ) : (
              <Button type="submit" loading={inspect.isPending}>
                {t('upload.inspect')}
              </Button>
            )}
          </Group>
        </Stack>
      </Form>
      <Note size="xs" mt="sm">
        {t('intro')} {t(`source.${environment}`)}
      </Note>
    </Dialog>
  );
}

interface Chosen {
  file: File;
  password: string;
}

function useUpload(environment: Environment, onDone: () => void) {
  const { t } = useTranslation('certificates');
  const { id: companyId } = useCompany();
  const input = async ({ file, password }: Chosen) => ({
    companyId,
    body: { environment, password, pkcs12: await base64Of(file) },
  });
  const inspect = useChange(
    async (chosen: Chosen) =>
      call('post', '/companies/{companyId}/certificates/inspect', await input(chosen)),
    { onError: 'shown' },
  );
  const store = useChange(
    async (chosen: Chosen) =>
      call('post', '/companies/{companyId}/certificates', await input(chosen)),
    {
      done: t('upload.stored'),
      onDone,
      onError: 'shown',
    },
  );
  return { inspect, store };
}

type Found = Schema<'AdminCertificateInspection'>;

/** What is in the file, whether it can be used, and if not, why. */
function Inspection({ inspection }: { inspection: Found }) {
  const { t } = useTranslation('certificates');
  const text = useReasonText(inspection);
  const { subject, issuer, tin, notBefore, notAfter, keyBits, serialNumber } = inspection;
  const { problems, warnings } = inspection;
  const isGood = problems.length === 0;
  return (
    <Stack aria-live="polite">
      {isGood ? (
        <Alert color="green" icon={<IconCircleCheck />} title={t('upload.good')}>
          {t('upload.goodText')}
        </Alert>
      ) : (
        <Alert color="red" icon={<IconAlertTriangle />} title={t('upload.bad')} role="alert">
          <List size="sm">
            {problems.map((problem) => (
              <List.Item key={problem.code}>{text(problem)}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {warnings.map((warning) => (
        <Alert key={warning.code} color="yellow" icon={<IconInfoCircle />} title={t('upload.note')}>
          <Text size="sm">{text(warning)}</Text>
        </Alert>
      ))}
      {inspection.subject !== null && (
        <Facts
          rows={[
            [t('field.subject'), subject],
            [t('field.tin'), tin ?? '–'],
            [
              t('field.validity'),
              <span key="validity">
                <Instant at={notBefore} form="date" absent="–" /> –{' '}
                <Instant at={notAfter} form="date" absent="–" />
              </span>,
            ],
            [t('field.issuer'), issuer],
            [t('field.key'), keyBits === null ? '–' : t('field.bits', { bits: keyBits })],
            [t('field.serialNumber'), serialNumber],
          ]}
        />
      )}
    </Stack>
  );
}

/** Why a file is refused, with the days, numbers and bits that were found in it. */
function useReasonText(found: Found): (reason: Found['problems'][number]) => string {
  const { t, has } = useTranslation('certificates');
  const { tin: companyTin } = useCompany();
  const { date } = useFormats();
  const textOfCode = useProblemText();
  const day = (at: string | null) => (at === null ? '–' : date(at));
  return (reason) => {
    const key = `reason.${reason.code}`;
    // A key that is not RSA has no number of bits.
    const isOfBits = reason.code === 'CERTIFICATE_KEY_UNSUITABLE';
    const isKnown = has(key) && (!isOfBits || found.keyBits !== null);
    if (!isKnown) return textOfCode(reason);
    return t(key as 'reason.CERTIFICATE_EXPIRED', {
      notBefore: day(found.notBefore),
      notAfter: day(found.notAfter),
      tin: found.tin,
      companyTin,
      keyBits: found.keyBits,
    });
  };
}

const largest = 100_000;

interface FileDropProps {
  file: File | null;
  /** It was sent without a file. */
  isMissing: boolean;
  onFile: (file: File) => void;
}

/** A field that a file is dropped on, and a button for everybody who drops nothing. */
function FileDrop({ file, isMissing, onFile }: FileDropProps) {
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
        <Text fw={600} role="status">
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
