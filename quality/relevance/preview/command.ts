import { Command } from "commander";
import { evaluateShop, type ShopResult } from "./evaluate-drafts.js";
import { formatDrafts } from "./report.js";

interface Options {
  readonly shops: number;
  readonly drafts: number;
}

/**
 * Creates the command `npm run evaluate -- preview`.
 * @param signal signal that aborts the evaluation
 */
export function previewCommand(signal: AbortSignal): Command {
  return new Command("preview")
    .description(
      "Compares previews of drafts with the results of A/B tests in simulated shops with a cascade click model.",
    )
    .option("--shops <number>", "simulated shops", Number, 5)
    .option("--drafts <number>", "drafts of each", Number, 20)
    .action(({ shops, drafts }: Options) => {
      const results: ShopResult[] = [];
      for (let nth = 0; nth < shops; nth += 1) {
        signal.throwIfAborted();
        results.push(evaluateShop(`shop ${nth}`, drafts));
        process.stderr.write(`shop ${nth + 1} of ${shops}\n`);
      }
      process.stdout.write(`${formatDrafts(results)}\n`);
    });
}
