import { describeAction } from "./describe-action.ts";

describeAction("compress-response", {
  right: [undefined, {}, { algorithms: ["gzip", "deflate", "br", "compress"] }],
  wrong: [
    [
      { algorithms: ["zstd"] },
      "/algorithms/0",
      '"zstd" is not one of the values that are possible here.',
    ],
    [{ algorithms: "br" }, "/algorithms", '"algorithms" must be a list, not text.'],
  ],
});
