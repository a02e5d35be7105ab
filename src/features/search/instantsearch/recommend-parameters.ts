/** Searches here ask for no recommendations; InstantSearch still makes their parameters. */
export class RecommendParameters {
  readonly params: readonly never[] = [];
}

export default RecommendParameters;
// For modules that are required.
export { RecommendParameters as 'module.exports' };
