/* What the page does beside drawing: the list of operators, the details of the one that is selected,
   and, where a server watches a running job, its latest data. */
const aoeReport = (() => {
  "use strict";
  const report = JSON.parse(document.getElementById("aoe-report").textContent);
  const model = report.model;
  const one = (name) => document.getElementById(name);
  const figure = (name) => {
    for (const made of Bokeh.documents) {
      const found = made.get_model_by_name(name);
      if (found) return found;
    }
    return null;
  };

  /* An element with a class and children. Texts become text, never markup. */
  function element(tag, kind, ...children) {
    const made = document.createElement(tag);
    if (kind) made.className = kind;
    for (const child of children) if (child !== null) made.append(child);
    return made;
  }

  function digits(value) {
    return Math.abs(value) >= 99.95 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
  }

  function timeText(seconds) {
    if (!seconds) return "none";
    for (const [unit, size] of [["s", 1], ["ms", 1e-3], ["µs", 1e-6]])
      if (seconds >= 0.9995 * size) return `${digits(seconds / size)} ${unit}`;
    return `${digits(seconds / 1e-9)} ns`;
  }

  const percent = (share) => `${(100 * share).toFixed(share < 0.0995 ? 1 : 0)} %`;
  const whole = model ? model.nodes.reduce((sum, node) => sum + node.seconds, 0) : 0;
  let selected = -1;
  let rows = new Map();

  /* ---- the list of operators ---- */

  /* Rows that are made at once: a list of thousands would take long, and nobody reads it. */
  const ROWS = 40;

  function fillOperators() {
    const body = one("operator-rows");
    if (!body || !model) return;
    const numbers = model.nodes.map((node, number) => number).filter((n) => model.nodes[n].operator >= 0);
    numbers.sort((a, b) => model.nodes[b].seconds - model.nodes[a].seconds);
    const ranks = new Map(numbers.map((number, place) => [number, place + 1]));
    const most = numbers.length ? model.nodes[numbers[0]].seconds : 0;
    const search = one("operator-search"), more = one("operator-more");
    const list = (count) => {
      const wanted = search.value.trim().toLowerCase();
      const found = wanted ? numbers.filter((number) => words(number).includes(wanted)) : numbers;
      rows = new Map();
      body.replaceChildren(...found.slice(0, count).map((number) => operatorRow(number, ranks.get(number), most)));
      if (rows.has(selected)) rows.get(selected).classList.add("selected");
      more.textContent = `Show all ${found.length} operators`;
      more.hidden = found.length <= count;
    };
    search.oninput = () => list(ROWS);
    more.onclick = (event) => { event.preventDefault(); list(numbers.length); };
    list(ROWS);
  }

  /* What an operator is found by. */
  function words(number) {
    const node = model.nodes[number], kind = model.operators[node.operator];
    return `${node.name} ${kind.label} ${kind.policy.impl}`.toLowerCase();
  }

  function operatorRow(number, rank, most) {
    const node = model.nodes[number];
    const kind = model.operators[node.operator];
    const share = element("td", "number share", percent(whole ? node.seconds / whole : 0));
    const bar = element("i");
    bar.style.width = `calc(${most ? (100 * node.seconds) / most : 0}% * .8)`;
    share.append(bar);
    const row = element(
      "tr", "link",
      element("td", "number small", String(rank)),
      element("td", "wide", kind.label, element("div", "small", node.name)),
      element("td", "number", timeText(node.seconds)),
      share,
      element("td", "number", roofline(kind)),
      element("td", "mono", kind.policy.impl),
      element("td", "small origin", kind.origin),
    );
    row.tabIndex = 0;
    row.onclick = () => select(number, true);
    row.onkeydown = (event) => { if (event.key === "Enter") select(number, true); };
    rows.set(number, row);
    return row;
  }

  function roofline(kind) {
    return kind.lower_bound && kind.seconds ? percent(kind.lower_bound / kind.seconds) : "–";
  }

  /* ---- the details of an operator ---- */

  function select(number, move) {
    if (!model || number < 0 || !model.nodes[number]) return;
    if (rows.has(selected)) rows.get(selected).classList.remove("selected");
    selected = number;
    if (rows.has(number)) rows.get(number).classList.add("selected");
    const nodes = figure("graph_nodes");
    if (nodes && nodes.selected.indices[0] !== number) nodes.selected.indices = [number];
    const calls = figure("timeline_calls");
    if (calls) {
      const same = [];
      calls.data.node.forEach((node, call) => { if (node === number) same.push(call); });
      if (String(same) !== String([...calls.selected.indices])) calls.selected.indices = same;
    }
    if (move) showInGraph(number);
    describe(number);
  }

  function describe(number) {
    const place = one("detail");
    if (!place) return;
    const node = model.nodes[number];
    place.replaceChildren();
    if (node.operator < 0) {
      place.append(
        element("h3", "", node.name),
        element("div", "name", `${node.kind} of the model, ${node.shape.join(" × ") || "scalar"}`),
      );
      return;
    }
    const kind = model.operators[node.operator];
    place.append(element("h3", "", kind.label), element("div", "name", node.name));
    place.append(
      element(
        "div", "figures",
        element("div", "", element("b", "", timeText(node.seconds)), element("span", "", "per inference")),
        element("div", "", element("b", "", percent(whole ? node.seconds / whole : 0)), element("span", "", "of the model")),
        element("div", "", element("b", "", String(kind.uses)), element("span", "", kind.uses === 1 ? "use" : "equal uses")),
      ),
    );
    const share = kind.seconds ? kind.lower_bound / kind.seconds : 0;
    if (!kind.seconds)
      place.append(element("div", "small", 
        "No kernel of its own: its inputs are written in place, or it is a further result of a loop."));
    else if (share) {
      const fill = element("div");
      fill.style.width = `${Math.min(100, 100 * share)}%`;
      place.append(element("div", "meter", fill));
      place.append(element("div", "small",
        `${percent(share)} of its roofline: at best ${timeText(kind.lower_bound / kind.uses)}`));
    } else place.append(element("div", "small", "its roofline is unknown"));
    list(place, `Policy · ${kind.origin}`, kind.decisions, "mono");
    list(place, "Operator", kind.operator, "mono");
    if (node.sources.length > 1)
      list(place, `Fused of ${node.sources.length} nodes`, node.sources.map(([name, type]) => `${type}  ${name}`), "mono");
    alternatives(place, kind);
    list(place, "Key in repositories", [kind.key], "mono");
  }

  function list(place, title, lines, kind) {
    place.append(element("h3", "", title), element("ul", kind, ...lines.map((line) => element("li", "", line))));
  }

  function alternatives(place, kind) {
    place.append(element("h3", "", "Alternatives tried"));
    if (kind.tried === null) {
      place.append(element("div", "small", "No job of this workspace has tried any; aoe tune does."));
      return;
    }
    const failed = kind.failed ? `, ${kind.failed} of them failed` : "";
    place.append(element("div", "small", `${kind.tried} policies tried${failed}. The nearest ones:`));
    const body = element("tbody");
    for (const item of kind.alternatives)
      body.append(element("tr", "",
        element("td", "wide mono", item.difference),
        element("td", "number", item.seconds === null ? "" : timeText(item.seconds)),
        element("td", "small", item.lost)));
    if (kind.alternatives.length) place.append(element("table", "", body));
  }

  /* ---- the graph ---- */

  /* Pixels between two rows of the graph at first, the fewest with labels, and the most labels. */
  const ROW = 46, READABLE = 19, MOST_LABELS = 500;
  let fitted = "";
  let moved = 0;

  /* Shows the first rows in a size that can be read. A window of another size fits them again. */
  function fitGraph(again) {
    const graph = figure("graph");
    if (!graph || !graph.inner_width) return;
    const size = `${graph.inner_width}x${graph.inner_height}`;
    if (size === fitted && !again) return;
    fitted = size;
    const width = graph.inner_width / ROW, height = graph.inner_height / ROW;
    const middle = model.nodes.length ? figure("graph_nodes").data.x[0] : 0;
    graph.x_range.setv({ start: middle - width / 2, end: middle + width / 2 });
    graph.y_range.setv({ start: height - 1, end: -1 });
    if (selected >= 0 && !again) showInGraph(selected);
    graphMoved();
  }

  function graphMoved() {
    if (!moved) moved = requestAnimationFrame(labelGraph);
  }

  /* Gives labels to the nodes that are seen, if there is room for them. */
  function labelGraph() {
    moved = 0;
    const graph = figure("graph"), source = figure("graph_labels"), nodes = figure("graph_nodes");
    if (!graph || !source || !graph.inner_height) return;
    const row = graph.inner_height / Math.abs(graph.y_range.start - graph.y_range.end);
    const seen = { x: [], y: [], label: [], ink: [] };
    if (row >= READABLE) {
      const { x, y, label, ink } = nodes.data;
      const { start: left, end: right } = graph.x_range;
      const { start: bottom, end: top } = graph.y_range;
      for (let number = 0; number < y.length && seen.x.length < MOST_LABELS; number++) {
        if (y[number] < top - 1 || y[number] > bottom + 1) continue;
        if (x[number] < left - 2 || x[number] > right + 2) continue;
        seen.x.push(x[number]); seen.y.push(y[number]);
        seen.label.push(label[number]); seen.ink.push(ink[number]);
      }
      const size = Math.max(6, Math.min(22, row * 0.26)).toFixed(1);
      figure("graph_texts").glyph.text_font_size = { value: `${size}px` };
    }
    source.data = seen;
  }

  function showInGraph(number) {
    const graph = figure("graph");
    if (!graph) return;
    const places = figure("graph_nodes").data;
    for (const [range, at] of [[graph.x_range, places.x[number]], [graph.y_range, places.y[number]]]) {
      const half = (range.end - range.start) / 2;
      range.setv({ start: at - half, end: at + half });
    }
  }

  /* ---- a running job ---- */

  async function follow(seconds) {
    try {
      const answer = await fetch("live.json", { cache: "no-store" });
      if (answer.ok) {
        const live = await answer.json();
        show(live);
        if (live.state !== "running") { location.reload(); return; }
      }
    } catch (error) { /* the server has ended: the page stays as it is */ return; }
    setTimeout(follow, 1000 * seconds, seconds);
  }

  function show(live) {
    for (const [name, columns] of Object.entries(live.columns)) {
      const source = figure(name);
      if (source) source.data = columns;
    }
    for (const [name, end] of Object.entries(live.ends)) {
      const range = figure(name);
      if (range) range.end = end;
    }
    const cards = one("cards");
    cards.replaceChildren(...live.cards.map((card) => element(
      "div", `card ${card.tone || ""}`,
      element("div", "label", card.label), element("div", "value", card.value), element("div", "note", card.note),
    )));
    const lead = one("tuning-lead");
    if (lead) lead.textContent = live.lead;
    const body = one("tuned-rows");
    if (body) body.replaceChildren(...live.rows.map((cells) => element("tr", "", ...cells.map(
      (cell, number) => element("td", ["wide", "", "told"][number] ?? "number", cell)))));
  }

  document.addEventListener("DOMContentLoaded", () => {
    fillOperators();
    const interval = document.body.dataset.follow;
    if (interval) follow(Number(interval));
    const hottest = model ? model.nodes.reduce(
      (best, node, number) => (node.seconds > (best < 0 ? 0 : model.nodes[best].seconds) ? number : best), -1) : -1;
    if (hottest >= 0) describe(hottest);
  });

  return {
    nodeSelected: (indices) => { if (indices.length) select(indices[0], false); },
    callSelected: (indices) => {
      if (!indices.length) return;
      const node = figure("timeline_calls").data.node[indices[0]];
      if (node >= 0 && node !== selected) select(node, true);
    },
    select, fitGraph, graphMoved, show,
  };
})();
