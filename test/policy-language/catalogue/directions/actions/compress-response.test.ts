import { describeAction } from "./describe-action.ts";

describeAction("compress-response", {
  right: [undefined, {}, { algorithms: ["gzip", "deflate", "br", "compress"] }],
  wrong: [
    [{ algorithms: ["zstd"] }, "/algorithms/0", '"zstd" is not an allowed value.'],
    [{ algorithms: "br" }, "/algorithms", '"algorithms" must be a list, not text.'],
  ],
});
