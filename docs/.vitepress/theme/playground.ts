import { withBase } from "vitepress";
import { defineComponent, h, onBeforeUnmount, onMounted, ref } from "vue";

/** What `playground.js` gives; it is built by itself and loaded as it is. */
interface PlaygroundModule {
  mount(
    element: HTMLElement,
    options: {
      readonly docs: string;
      readonly isCompact?: boolean;
      readonly example?: string | undefined;
      readonly whole?: { readonly title: string; readonly href: string };
    },
  ): { unmount(): void };
}

/** The playground, or a small one of it, which is loaded when somebody comes to see it. */
export const Playground = defineComponent({
  name: "SitePlayground",
  props: { compact: Boolean, example: String },
  setup(props) {
    const element = ref<HTMLElement>();
    const problem = ref("");
    let mounted: { unmount(): void } | undefined;
    let isGone = false;
    let observer: IntersectionObserver | undefined;
    const load = async (): Promise<void> => {
      const address = new URL(withBase("/playground/playground.js"), location.href).href;
      try {
        const { mount } = (await import(/* @vite-ignore */ address)) as PlaygroundModule;
        if (isGone || element.value === undefined) return;
        mounted = mount(element.value, {
          docs: new URL(withBase("/"), location.href).href,
          ...(props.example !== undefined && { example: props.example }),
          ...(props.compact && {
            isCompact: true,
            whole: { title: "Open the playground", href: withBase("/playground.html") },
          }),
        });
      } catch {
        problem.value = "The playground could not be loaded. Reload the page to try again.";
      }
    };
    onMounted(() => {
      if (element.value === undefined) return;
      observer = new IntersectionObserver((entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer?.disconnect();
        void load();
      });
      observer.observe(element.value);
    });
    onBeforeUnmount(() => {
      isGone = true;
      observer?.disconnect();
      mounted?.unmount();
    });
    return () =>
      h("div", { class: props.compact ? "small-playground" : "whole-playground" }, [
        h("div", { ref: element, class: "playground-place" }),
        problem.value === "" ? undefined : h("p", { role: "alert" }, problem.value),
      ]);
  },
});
