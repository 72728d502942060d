import { useMemo } from 'react';
import { Note } from '../../../components/text/text.tsx';
import { prettyXml } from './pretty-xml.ts';
import type { XmlLine } from './pretty-xml.ts';
import classes from './xml-view.module.css';

interface XmlViewProps {
  xml: string;
  /** What it is, for screen readers. */
  label: string;
  isWrapped: boolean;
  /** Said above a text that is no XML. */
  asItCame: string;
}

/**
 * A message, laid out and coloured. Everything in it is text: none of it becomes markup of the
 * page.
 */
export function XmlView({ xml, label, isWrapped, asItCame }: XmlViewProps) {
  const lines = useMemo(() => prettyXml(xml), [xml]);
  return (
    <>
      {lines === null && <Note mb={8}>{asItCame}</Note>}
      <div
        role="region"
        aria-label={label}
        // It scrolls, so the keyboard must reach it.
        tabIndex={0}
        className={classes.sheet}
        data-wrapped={isWrapped}
      >
        <code className={classes.code}>
          {lines === null ? xml : lines.map((line, index) => <Line key={index} line={line} />)}
        </code>
      </div>
    </>
  );
}

function Line({ line: { depth, spans } }: { line: XmlLine }) {
  return (
    <span className={classes.line} style={{ paddingInlineStart: `${depth * 2 + 2}ch` }}>
      {spans.map(({ kind, text }, index) => (
        <span key={index} className={classes[kind]}>
          {text}
        </span>
      ))}
    </span>
  );
}
