import { withBase } from "vitepress";
import { defineComponent, h } from "vue";
import { data } from "./figures.data.ts";

/** Figures of the benchmarks. */
export const Figures = defineComponent({
  name: "BenchmarkFigures",
  setup: () => () =>
    h("section", { class: "front-figures", "aria-label": "Benchmarks" }, [
      h(
        "dl",
        data.map(({ value, about }) => h("div", [h("dt", about), h("dd", value)])),
      ),
      h("p", [
        "Measured with every release: ",
        h("a", { href: withBase("/benchmarks.html") }, "all benchmarks, with peers and goals"),
        ".",
      ]),
    ]),
});
