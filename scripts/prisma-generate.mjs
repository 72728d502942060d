// The name by which e2e/src/upgrade calls it in clones of every age.
import './generate-sources.mjs';
