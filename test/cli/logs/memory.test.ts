import { availableParallelism } from "node:os";
import { expect, test } from "vitest";
import { sharesOf } from "../../../packages/cli/src/logs/memory.ts";

test.each(["100MB", "0GB", "190MiB"])("%s is too little to read a log with", (text) => {
  expect(() => sharesOf(text, undefined)).toThrow(
    expect.objectContaining({ message: `--memory: "${text}" is too little to read a log with.` }),
  );
});

test.each(["", "2", "GB", "-2GB", "1e3GB", "2 GB 1"])("%j is no amount of memory", (text) => {
  expect(() => sharesOf(text, undefined)).toThrow(
    expect.objectContaining({ message: `--memory: "${text}" is no amount of memory.` }),
  );
});

test("there are as many threads as the memory is enough for, unless somebody says how many", () => {
  expect(sharesOf("200MB", undefined)).toEqual({ memory: "200MB", threads: 1 });
  expect(sharesOf("1.5 GiB", undefined)).toEqual({
    memory: "1.5 GiB",
    threads: Math.min(12, availableParallelism()),
  });
  expect(sharesOf("200MB", 7)).toEqual({ memory: "200MB", threads: 7 });
});
