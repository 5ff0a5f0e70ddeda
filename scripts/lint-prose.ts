/**
 * `npm run lint:prose`: lists sentences in changed files that match a pattern of `prose.ts`, and fails if the share of
 * such sentences in a folder has increased. `-- --update` stores the current shares; `-- --all` lists the sentences of
 * all files.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { format } from "prettier";
import { adviceFor, type Counted, folderOf, sentencesIn, shareOf, type Shares } from "./prose.js";

const STORED = new URL("prose.json", import.meta.url);

const git = (...args: readonly string[]) =>
  execFileSync("git", args, { encoding: "utf8", maxBuffer: 100_000_000 })
    .split("\n")
    .filter((line) => line !== "");

const files = git("ls-files", "*.ts", "*.tsx", "*.mjs", "*.md").filter((file) => !file.startsWith("docs/api/"));
const changed = new Set(git("diff", "--name-only", "HEAD"));
const isListed = (file: string) => process.argv.includes("--all") || changed.has(file);

const counted = new Map<string, Counted>();
for (const file of files) {
  const sentences = sentencesIn(file, readFileSync(file, "utf8"));
  const flagged = sentences
    .map((one) => ({ ...one, advice: adviceFor(one.text) }))
    .filter(({ advice }) => advice.length > 0);
  const before = counted.get(folderOf(file)) ?? { sentences: 0, flagged: 0 };
  counted.set(folderOf(file), {
    sentences: before.sentences + sentences.length,
    flagged: before.flagged + flagged.length,
  });
  if (isListed(file))
    for (const { line, text, advice } of flagged)
      console.log(`${file}:${line}: ${text.slice(0, 120)}\n  ${advice.join("; ")}`);
}

const shares: Shares = Object.fromEntries([...counted].sort().map(([folder, one]) => [folder, shareOf(one)]));
if (process.argv.includes("--update")) {
  writeFileSync(STORED, await format(JSON.stringify(shares), { parser: "json" }));
} else {
  const allowed = JSON.parse(readFileSync(STORED, "utf8")) as Shares;
  const risen = Object.entries(shares).filter(([folder, share]) => share > (allowed[folder] ?? 0));
  for (const [folder, share] of risen)
    console.error(
      `${folder}: ${(100 * share).toFixed(1)} % of the sentences are flagged; the limit is ${(100 * (allowed[folder] ?? 0)).toFixed(1)} %. ` +
        "Rewrite flagged sentences (`npm run lint:prose -- --all` lists them).",
    );
  if (risen.length > 0) process.exitCode = 1;
}
