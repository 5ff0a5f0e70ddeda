import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { createProgress } from "../../../../quality/shared/progress.js";
import { withFolder } from "../../../../quality/shared/service.js";
import { formatTable } from "../../../../quality/shared/table.js";

/** Returns the lines that a progress display writes while `work` runs. */
function written(isTTY: boolean, work: (progress: ReturnType<typeof createProgress>) => void): string[] {
  const lines: string[] = [];
  work(createProgress({ isTTY, write: (text) => lines.push(text) }));
  return lines.map((line) => line.replace(/ *\d+ s {2}/, ""));
}

describe("the experiment harness", () => {
  it("formatTable aligns the first column to the left and the other columns to the right by default", () => {
    const rows = [
      ["name", "figure", "note"],
      ["a", "1"],
      ["long name", "1000", "x"],
    ];
    expect(formatTable(rows).split("\n")).to.deep.equal([
      "  name       figure  note",
      "  a               1",
      "  long name    1000     x",
    ]);
    expect(formatTable(rows, [0, 2]).split("\n")).to.deep.equal([
      "  name       figure  note",
      "  a               1",
      "  long name    1000  x",
    ]);
    expect(formatTable([])).to.equal("");
  });

  it("the progress output writes one line for a quick task if the output is not a terminal", () => {
    const lines = written(false, (progress) => {
      const task = progress.begin("sessions");
      task.update(1, 2);
      task.update(2, 2);
      task.end();
    });
    expect(lines).to.deep.equal(["sessions: 2 of 2\n"]);
  });

  it("the progress output updates the line of a task at each stage if the output is a terminal", () => {
    const lines = written(true, (progress) => {
      const task = progress.begin("attack");
      task.report("the first kill");
      task.end(false);
    });
    const clear = "\r\u001b[2K";
    expect(lines).to.deep.equal([
      `${clear}… attack: begins`,
      `${clear}… attack: the first kill`,
      `${clear}✖ attack: the first kill\n`,
    ]);
  });

  it("withFolder removes the folder even if the work in the folder fails", async () => {
    let folder = "";
    const failed = await withFolder(async (given) => {
      folder = given;
      await writeFile(join(folder, "file"), "x");
      throw new Error("no luck");
    }).catch((error: unknown) => (error as Error).message);
    const found = await stat(folder).catch((error: unknown) => (error as NodeJS.ErrnoException).code);
    expect([failed, found]).to.deep.equal(["no luck", "ENOENT"]);
  });
});
