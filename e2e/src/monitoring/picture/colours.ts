/** Of the page. */
export const PAGE = {
  back: '#111217',
  panel: '#181b1f',
  edge: '#25282e',
  grid: '#2a2d34',
  text: '#ccccdc',
  faint: '#9a9ba6',
};

/** By the names that the dashboard uses. */
export const NAMED: Readonly<Record<string, string>> = {
  green: '#73bf69',
  orange: '#ff9830',
  red: '#f2495c',
  blue: '#5794f2',
};

/** Of the lines of a chart, in turn. */
const LINES = ['#73bf69', '#f2cc0c', '#5794f2', '#ff9830', '#f2495c', '#b877d9', '#8ab8ff'];
const MORE = ['#96d98d', '#c4a000', '#37872d', '#e5ac0e', '#c0504d'];

/** Of the line at this place of its chart. */
export function lineColour(index: number): string {
  const all = [...LINES, ...MORE];
  return all[index % all.length] ?? PAGE.text;
}
