import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { filledDocuments } from "../../scripts/generate/documents.ts";
import { filledPictures } from "../../scripts/generate/pictures.ts";
import { root } from "../../scripts/generate/root.ts";

// Its commands run one after the other, which takes its time on a busy machine.
test("the pages show what the files hold and the command prints; pnpm generate makes them current", async () => {
  for (const { path, text } of await filledDocuments()) {
    expect({ path, text: readFileSync(new URL(path, root), "utf8") }).toEqual({ path, text });
  }
}, 240_000);

test("the pictures show what the command prints; pnpm generate:pictures makes them current", async () => {
  for (const { path, text } of await filledPictures()) {
    expect({ path, text: readFileSync(new URL(path, root), "utf8") }).toEqual({ path, text });
  }
});
