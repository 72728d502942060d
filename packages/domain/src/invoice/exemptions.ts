// Why a line is exempt from VAT: the authority's codes, each an article of the VAT law (protocol
// §5.7), and what an invoice says of it.

import type { Words } from '../words.ts';

/** Article of the VAT law and what it is about, by XSD ExemptFromVATSType; by article. */
const ARTICLES = {
  VAT_CL3: { article: 3, words: { me: 'predmet oporezivanja', en: 'subject of VAT' } },
  VAT_CL4: { article: 4, words: { me: 'promet proizvoda', en: 'supply of products' } },
  VAT_CL14: { article: 14, words: { me: 'mjesto oporezivanja', en: 'place of taxation' } },
  VAT_CL15: {
    article: 15,
    words: { me: 'mjesto prometa proizvoda', en: 'place of supply of products' },
  },
  VAT_CL17: {
    article: 17,
    words: { me: 'mjesto prometa usluga', en: 'place of supply of services' },
  },
  VAT_CL20: {
    article: 20,
    words: {
      me: 'poreska osnovica i ispravka poreske osnovice',
      en: 'tax base and its correction',
    },
  },
  VAT_CL26: {
    article: 26,
    words: { me: 'oslobođenja od javnog interesa', en: 'exemptions in the public interest' },
  },
  VAT_CL27: { article: 27, words: { me: 'ostala oslobođenja', en: 'other exemptions' } },
  VAT_CL28: {
    article: 28,
    words: { me: 'oslobođenja kod uvoza proizvoda', en: 'exemptions on import' },
  },
  VAT_CL29: {
    article: 29,
    words: {
      me: 'oslobođenja kod privremenog uvoza proizvoda',
      en: 'exemptions on temporary import',
    },
  },
  VAT_CL30: { article: 30, words: { me: 'posebna oslobođenja', en: 'special exemptions' } },
  VAT_CL44: {
    article: 44,
    words: { me: 'poseban postupak oporezivanja', en: 'special taxation procedure' },
  },
} as const satisfies Record<string, { article: number; words: Words }>;

/** XSD EX. */
export type Exemption = keyof typeof ARTICLES;
/** In the order of the articles. */
export const EXEMPTIONS = Object.keys(ARTICLES) as Exemption[];

/** The article of the VAT law: `Čl. 26`. */
export function articleOf(exemption: Exemption): string {
  return `Čl. ${ARTICLES[exemption].article}`;
}

/** Of an export at the rate of 0 %: functional specification, Izvoz robe. */
const EXPORT_BASIS: Words = {
  me: 'Izvoz: stopa PDV-a 0 % u skladu sa članom 25 Zakona o PDV-u.',
  en: 'Export: VAT rate of 0 % under Article 25 of the VAT Law.',
};

/** What of a computed invoice may be untaxed. */
interface UntaxedParts {
  lines: readonly { exemption?: Exemption; isExport?: true }[];
  sameTaxGroups: readonly { exemption?: Exemption }[];
}

/** Why no VAT is charged: a sentence for each exemption, and for exports. Extensions §5. */
export function legalBasesOf({ lines, sameTaxGroups }: UntaxedParts): Words[] {
  const bases = sameTaxGroups.flatMap(({ exemption }): Words[] => {
    if (exemption === undefined) return [];
    const { article, words } = ARTICLES[exemption];
    return [
      {
        me: `PDV nije obračunat u skladu sa članom ${article} Zakona o PDV-u (${words.me}).`,
        en: `No VAT is charged under Article ${article} of the VAT Law (${words.en}).`,
      },
    ];
  });
  const isExport = lines.some((line) => line.isExport && line.exemption === undefined);
  return isExport ? [...bases, EXPORT_BASIS] : bases;
}
