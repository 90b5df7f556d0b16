// A drawing by ECharts in our colours. It is fetched when the first one is shown.

import {html, PageElement} from '../element.js';
import {colours} from './colours.js';

const STILL = matchMedia('(prefers-reduced-motion: reduce)');
const DARK = matchMedia('(prefers-color-scheme: dark)');

/**
 * `option(colours)` returns what to draw, in ECharts' words, in the colours it is given; `label` says it to those who do not see it.
 * Tells "pick" with what ECharts says of a click.
 */
class PageChart extends PageElement {
  static properties = {option: {attribute: false}, label: {}};
  #chart = null;
  #redraw = () => this.#draw();
  #resized = new ResizeObserver(() => this.#chart?.resize());

  connectedCallback() {
    super.connectedCallback();
    DARK.addEventListener('change', this.#redraw);
    addEventListener('themechange', this.#redraw);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    DARK.removeEventListener('change', this.#redraw);
    removeEventListener('themechange', this.#redraw);
    this.#resized.disconnect();
    this.#chart?.dispose();
    this.#chart = null;
  }

  updated() {
    this.#draw();
  }

  async #draw() {
    const box = this.querySelector('.drawing');
    if (!box || !this.option) {
      return;
    }
    const echarts = await import('echarts');
    if (!this.isConnected) {
      return;
    }
    if (!this.#chart) {
      this.#chart = echarts.init(box, null, {renderer: 'canvas'});
      this.#chart.on('click', (detail) => this.dispatchEvent(new CustomEvent('pick', {detail})));
      this.#resized.observe(box);
    }
    const now = colours();
    const drawn = this.option(now);
    this.#chart.setOption({
      animation: !STILL.matches,
      animationDuration: 200,
      textStyle: {color: now.text, fontFamily: getComputedStyle(this).fontFamily},
      ...drawn,
      // Drawn on the canvas: as HTML it would need styles that the page's policy forbids, and could take text for HTML.
      tooltip: {
        backgroundColor: now.raised,
        borderColor: now.line,
        textStyle: {color: now.text, fontSize: 12},
        ...drawn.tooltip,
        renderMode: 'richText',
      },
    });
  }

  render() {
    return html`<div class="drawing" role="img" aria-label=${this.label}></div>`;
  }
}

customElements.define('page-chart', PageChart);
