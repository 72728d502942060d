// What a corrective says of its original: IIC and issue time. Spec, Invoice request payload.

import type { OriginalReference } from '../../invoice.ts';
import { issue } from '../../../issue.ts';
import type { Issue } from '../../../issue.ts';
import { isBlank, validateIic, validateInstant } from '../../validate-text.ts';
import { takesBack } from '../document-kinds.ts';

/** A reference whose ill-shaped fields were taken out; null or undefined where none was sent. */
export type PartialOriginal =
  { [Name in keyof OriginalReference]?: OriginalReference[Name] | undefined } | null | undefined;

/** A corrective does not say what it corrects. Spec, Errors. */
export function originalRequired(): Issue {
  return issue('ORIGINAL_REQUIRED', 'original', 'IIC and issue date of the original are required.');
}

/** @param isBlamed whether the check of shapes has reported the field. */
export function validateOriginal(
  { type, original }: { type?: string | undefined; original?: PartialOriginal },
  isBlamed: (path: string) => boolean,
): Issue[] {
  if (!takesBack(type)) return [];
  const id = original?.id ?? '';
  const issuedAt = original?.issuedAt ?? '';
  const isIncomplete =
    !isBlamed('original') &&
    ((isBlank(id) && !isBlamed('original.id')) ||
      (isBlank(issuedAt) && !isBlamed('original.issuedAt')));
  return [
    ...(isIncomplete ? [originalRequired()] : []),
    ...(isBlank(id) ? [] : validateIic('original.id', id)),
    ...(isBlank(issuedAt) ? [] : validateInstant('original.issuedAt', issuedAt)),
  ];
}

/** Null where a part of it is missing. */
export function completeOriginal(original: PartialOriginal): OriginalReference | null {
  if (original?.id === undefined || original.issuedAt === undefined) return null;
  return { id: original.id, issuedAt: original.issuedAt };
}
