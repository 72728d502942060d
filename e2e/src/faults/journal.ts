// What the shops saw: every answer that promised something. At the end it is held against the rows
// and the authority's ledger.

import type { Body } from '../running-service.ts';

/** One order as its shop saw it. */
export interface OrderStory {
  note: string;
  /** Every id that an answer gave for it. More than one is a sale that was stored twice. */
  ids: Set<string>;
  /** Answers 201 and 202 for it. */
  accepted: number;
  /** Answers that did not come. */
  lost: number;
  /** What was handed to the customer first. */
  handedOut: { iic: string; invoiceNumber: string; status: string } | null;
  /** The last status that the shop read. */
  lastStatus: string | null;
  /** An answer that no good client should get. */
  surprises: string[];
}

/** All stories of a run. */
export interface Journal {
  stories: Map<string, OrderStory>;
  of: (note: string) => OrderStory;
}

export function openJournal(): Journal {
  const stories = new Map<string, OrderStory>();
  return {
    stories,
    of: (note) => {
      const known = stories.get(note);
      if (known !== undefined) return known;
      const story: OrderStory = {
        note,
        ids: new Set(),
        accepted: 0,
        lost: 0,
        handedOut: null,
        lastStatus: null,
        surprises: [],
      };
      stories.set(note, story);
      return story;
    },
  };
}

/** Writes down what a record says; a later one must never take back what was handed out. */
export function noteRecord(story: OrderStory, record: Body): void {
  story.ids.add(String(record.id));
  story.lastStatus = String(record.status);
  if (record.status !== 'Fiscalized' && record.status !== 'Offline') return;
  const { iic, invoiceNumber, status } = record as Record<string, string>;
  const seen = { iic: iic ?? '', invoiceNumber: invoiceNumber ?? '', status: status ?? '' };
  const first = (story.handedOut ??= seen);
  if (first.iic !== seen.iic || first.invoiceNumber !== seen.invoiceNumber) {
    story.surprises.push(
      `handed out as ${first.invoiceNumber} ${first.iic}, later ${seen.invoiceNumber} ${seen.iic}`,
    );
  }
}
