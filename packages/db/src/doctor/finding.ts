/** As the doctor of packages/runtime takes it. */
export interface Finding {
  code: string;
  /** What is wrong, and what to do. */
  sentence: string;
  /** True for something to know about what works. */
  isRemark?: boolean;
}
