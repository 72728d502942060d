import { useSearchParams } from 'react-router';

/**
 * What the URL says, and a way to change it: filters and tabs are there, so that a link shows what
 * was seen.
 */
export function useSearch(): [
  URLSearchParams,
  (change: Readonly<Record<string, string | null>>) => void,
] {
  const [search, setSearch] = useSearchParams();
  const change = (values: Readonly<Record<string, string | null>>) =>
    setSearch((before) => withValues(before, values), { replace: true });
  return [search, change];
}

/** The URL with other values; null or empty takes one away, and everything else in it stays. */
export function withValues(
  search: URLSearchParams,
  values: Readonly<Record<string, string | null>>,
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}
