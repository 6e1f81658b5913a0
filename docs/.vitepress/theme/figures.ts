import { withBase } from "vitepress";
import { defineComponent, h } from "vue";
import { data } from "./figures.data.ts";

/** Figures of the benchmarks, each with what was measured beside it. */
export const Figures = defineComponent({
  name: "BenchmarkFigures",
  setup: () => () =>
    h("section", { class: "front-figures", "aria-label": "Benchmarks" }, [
      h(
        "dl",
        data.map(({ value, about, peer, goal }) =>
          h("div", [
            h("dt", about),
            h("dd", { class: "front-figure" }, value),
            h("dd", peer),
            goal === "" ? undefined : h("dd", goal),
          ]),
        ),
      ),
      h("p", [
        "A goal in × is a ratio to the figure above it. ",
        h("a", { href: withBase("/benchmarks.html") }, "All benchmarks, with their goals"),
        ", reached and missed.",
      ]),
    ]),
});
