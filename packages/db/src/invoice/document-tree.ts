// Documents that belong together: a root, which is no corrective, and the correctives in force that
// lead to it, directly or through another corrective. What may still be taken back is decided over
// all of them (extensions §1).

import type { DocumentInForce } from '@fiscal/domain';
import { statement } from '../connection/statement.ts';
import type { Connected } from '../connection/statement.ts';
import { CONTENT_OF_ONE, IN_FORCE } from './stored-invoice.ts';

/** From the invoices of :ids up to their roots. */
export const UP = `
  up as (
    select k.id as asked, i.id, i.original_id
    from unnest(:ids::uuid[]) as k (id) join invoice i on i.id = k.id
    union all
    select up.asked, o.id, o.original_id from up join invoice o on o.id = up.original_id
  )`;

const find = statement.inSlices<{ ids: readonly string[] }, { asked: string[] } & DocumentInForce>(
  'find_document_trees',
  `with recursive ${UP}, root as (
     select id, array_agg(asked) as asked from up where original_id is null group by id
   ), tree as (
     select id as root_id, id, null::uuid as original_id from root
     union all
     select tree.root_id, c.id, c.original_id
     from tree join invoice c on c.original_id = tree.id and c.status in ${IN_FORCE}
   )
   select root.asked, i.id, i.original_id as "originalId", content.request,
          content.request -> 'items' as items, content.computed,
          i.iic_references as "iicReferences"
   from tree join root on root.id = tree.root_id
   join invoice i on i.id = tree.id ${CONTENT_OF_ONE}
   order by i.original_id is not null, i.issued_at nulls last, i.created_at, i.id`,
);

/**
 * The documents that each of these invoices belongs to, by its id: the root first, then the
 * correctives in force in the order of their issue times. An invoice whose root is not stored any
 * more has none.
 */
export async function findDocumentTrees(
  db: Connected,
  ids: readonly string[],
): Promise<Map<string, DocumentInForce[]>> {
  const trees = new Map<string, DocumentInForce[]>();
  for (const { asked, ...document } of await find(db, { ids })) {
    for (const id of asked) trees.set(id, [...(trees.get(id) ?? []), document]);
  }
  return trees;
}

/** As findDocumentTrees, of one invoice; empty where its root is not stored any more. */
export async function findDocumentTree(db: Connected, id: string): Promise<DocumentInForce[]> {
  return (await findDocumentTrees(db, [id])).get(id) ?? [];
}
