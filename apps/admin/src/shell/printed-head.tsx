import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useFormats } from '../format/use-formats.ts';
import { useTranslation } from '../i18n/i18n.ts';
import { companyQuery, useEnvironmentOf } from './company-guard.tsx';

/** On paper alone: whose page it is, and when it was printed. */
export function PrintedHead({ companyId }: { companyId: string | undefined }) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const [search] = useSearchParams();
  const [at, setAt] = useState(() => new Date().toISOString());
  useEffect(() => {
    const note = () => setAt(new Date().toISOString());
    window.addEventListener('beforeprint', note);
    return () => window.removeEventListener('beforeprint', note);
  }, []);
  const { data: company } = useQuery({
    ...companyQuery(companyId ?? ''),
    enabled: companyId !== undefined,
  });
  const environment = useEnvironmentOf(company ?? null);
  return (
    <div data-printed-only>
      {company && `${company.name}, ${company.tin} `}
      {(company ?? search.has('environment')) && `· ${t(`environment.${environment}`)} · `}
      {t('printed', { at: dateTime(at) })}
    </div>
  );
}
