/** Types of the jStat functions used here. The package contains no type declarations. */
declare module "jstat" {
  interface Distribution<Parameters extends readonly number[]> {
    cdf(x: number, ...parameters: Parameters): number;
    inv(share: number, ...parameters: Parameters): number;
  }
  const jStat: {
    readonly normal: Distribution<[mean: number, deviation: number]>;
    readonly studentt: Distribution<[degrees: number]>;
  };
  export default jStat;
}
