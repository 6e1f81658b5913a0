import { Writable } from "node:stream";
import headless from "@xterm/headless";
import { expect, test } from "vitest";
import { screenLines } from "../../../scripts/picture/terminal-screen.ts";
import { Picture } from "../../../packages/cli/src/progress/picture.ts";

/** A terminal of 20 columns and 5 rows with a line on it, and the lines that it shows. */
function onTerminal() {
  const terminal = new headless.Terminal({ cols: 20, rows: 5, allowProposedApi: true });
  const writable = new Writable({
    write: (chunk: Buffer, _encoding, done) =>
      terminal.write(chunk.toString().replaceAll("\n", "\r\n"), done),
  });
  const stream = Object.assign(writable as unknown as NodeJS.WriteStream, { columns: 20, rows: 5 });
  stream.write("before\n");
  const screen = async (): Promise<string[]> => {
    await new Promise<void>((done) => terminal.write("", done));
    const lines = screenLines(terminal).map((runs) => runs.map(({ text }) => text).join(""));
    return lines.slice(0, lines.findLastIndex((line) => line.trim() !== "") + 1);
  };
  return { stream, screen };
}

test("lines are drawn over, each cut where the terminal ends, and gone at the end", async () => {
  const { stream, screen } = onTerminal();
  const picture = new Picture(stream);
  picture.draw(["one", "a line of more than 20 columns", "three"]);
  const [first, one, long, three] = await screen();
  expect([first, one, three]).toEqual(["before", "one", "three"]);
  expect(long).toMatch(/^a line of more than.$/);
  picture.draw(["two"]);
  expect(await screen()).toEqual(["before", "two"]);
  picture.end();
  expect(await screen()).toEqual(["before"]);
  stream.write("a line that goes on in the next one\n");
  expect(await screen()).toEqual(["before", "a line that goes on", "in the next one"]);
});

test("of more lines than the terminal has, the first are shown", async () => {
  const { stream, screen } = onTerminal();
  const picture = new Picture(stream);
  for (const round of ["a", "b"]) {
    picture.draw(Array.from({ length: 9 }, (_, index) => `${round}${index}`));
    expect(await screen()).toEqual([`${round}0`, `${round}1`, `${round}2`, `${round}3`]);
  }
  picture.end();
  expect(await screen()).toEqual([]);
});

test("what others write meanwhile is there at the end, in its order", async () => {
  const { stream, screen } = onTerminal();
  const picture = new Picture(stream);
  picture.draw(["one"]);
  const written = new Promise((done) => stream.write("printed ", done));
  stream.write(Buffer.from("by a policy\n"));
  picture.draw(["two"]);
  expect(await screen()).toEqual(["before", "two"]);
  picture.end();
  await written;
  expect(await screen()).toEqual(["before", "printed by a policy"]);
});
