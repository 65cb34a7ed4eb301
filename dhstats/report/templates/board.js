"use strict";
(() => {
  const root = document.documentElement;
  const mode = document.getElementById("mode");
  const slider = document.getElementById("slider");
  const where = document.getElementById("where");
  const moments = [...document.querySelectorAll(".moment")];
  const links = [...document.querySelectorAll(".log a")];
  const marks = [...document.querySelectorAll(".mark")];
  const plot = document.getElementById("plot");
  const result = document.getElementById("result");
  const last = moments.length - 1;
  const word = document.querySelector("main").dataset.step;
  const steps = { first: () => 0, back: (at) => at - 1, on: (at) => at + 1, last: () => last };
  const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  let at = 0;

  const dark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  const label = () => {
    mode.textContent = dark() ? "Light page" : "Dark page";
  };

  function reveal(link) {
    const list = link.closest("ol");
    const top = link.parentElement.offsetTop;
    if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 40) list.scrollTop = top - 80;
  }

  function show(number) {
    at = Math.min(last, Math.max(0, number));
    moments.forEach((moment, i) => moment.classList.toggle("shown", i === at));
    links.forEach((link, i) => (i === at ? link.setAttribute("aria-current", "step") : link.removeAttribute("aria-current")));
    slider.value = String(at);
    where.textContent = at ? `${word} ${at} of ${last}` : "the deal";
    root.dataset.turn = String(at);
    hideLater();
    reveal(links[at]);
  }

  // What comes later stays out of sight until somebody asks how the game ended, or steps there.
  function hideLater() {
    const known = result.open ? last : at;
    links.forEach((link, i) => (link.parentElement.hidden = i > known));
    marks.forEach((mark) => (mark.hidden = Number(mark.dataset.moment) > known));
    plot?.style.setProperty("--known", `${(100 * known) / Math.max(1, last)}%`);
    plot?.style.setProperty("--at", `${(100 * at) / Math.max(1, last)}%`);
  }

  function fromAddress() {
    const number = Number(/^#t(\d+)$/.exec(location.hash)?.[1] ?? 0);
    show(number);
  }

  document.getElementById("controls").addEventListener("click", (event) => {
    const step = event.target.closest("button")?.dataset.step;
    if (step) show(steps[step](at));
  });
  slider.addEventListener("input", () => show(Number(slider.value)));
  links.forEach((link, i) =>
    link.addEventListener("click", (event) => {
      event.preventDefault();
      show(i);
    }),
  );
  document.addEventListener("keydown", (event) => {
    const step = keys[event.key];
    if (!step || event.target === slider || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    show(steps[step](at));
  });
  plot?.addEventListener("click", (event) => {
    if (event.target.closest(".mark")) return;
    const frame = plot.getBoundingClientRect();
    show(Math.round(((event.clientX - frame.left) / frame.width) * last));
  });
  result.addEventListener("toggle", hideLater);
  window.addEventListener("beforeprint", () => (result.open = true));
  mode.addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    label();
  });
  system.addEventListener("change", label);
  window.addEventListener("hashchange", fromAddress);

  root.classList.add("stepping");
  document.getElementById("controls").hidden = false;
  mode.hidden = false;
  label();
  fromAddress();
})();
