import { afterAll } from "vitest";

// Code of a policy or a configuration guards the process, here that of all tests to come.
afterAll(() => {
  if (process.hasUncaughtExceptionCaptureCallback()) {
    throw new Error("A test loaded code in the process that tests share: run the built command.");
  }
});
