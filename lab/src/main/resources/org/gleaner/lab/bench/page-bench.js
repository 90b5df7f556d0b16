// Runs in each page that 'bench page' opens, before anything of the page's own: notes how long the main thread was busy at a time,
// and does what a person does.

(() => {
  const SHOWN = {
    overview: () => there('.job-line') && there('.strips-all')?.offsetHeight > 200,
    jobs: () => there('jobs-view .shown .row'),
    job: () => there('job-view .tasks .shown .row') && there('task-map canvas'),
    machines: () => there('machines-view .shown .row'),
  };
  const USES = {
    overview: [wheels('.strips', 15), clicks('.strips-tools [aria-pressed]'), wheels('.strips', -15), clicks('.strips-tools [aria-label="Zoom in"]')],
    jobs: [wheels('.scroll', 40), types(['9', '99', '99 of', '']), wheels('.scroll', 40), clicks('.tools .chip'), clicks('.tools .chip[aria-current]')],
    job: [wheels('.tasks .scroll', 40), points('task-map canvas'), clicks('.card .chips .chip'), wheels('.tasks .scroll', 40)],
    machines: [wheels('.scroll', 40), clicks('.head .sort'), types(['7', '77', '777', 'bench 7', '']), wheels('.scroll', -40), clicks('.tools .chip'), clicks('.tools .chip[aria-current]')],
  };
  const STEP_MS = 100;
  const tasks = [];

  new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({duration}) => duration))).observe({type: 'longtask', buffered: true});

  function there(selector) {
    return document.querySelector(selector);
  }

  function pause(ms) {
    return new Promise((done) => setTimeout(done, ms));
  }

  function wheels(selector, steps) {
    return async () => {
      for (let i = 0; i < Math.abs(steps); i++) {
        there(selector)?.scrollBy(0, Math.sign(steps) * 400);
        await pause(STEP_MS);
      }
    };
  }

  function clicks(selector) {
    return async () => {
      for (let i = 0; i < document.querySelectorAll(selector).length; i++) {
        document.querySelectorAll(selector)[i].click();
        await pause(3 * STEP_MS);
      }
    };
  }

  function types(texts) {
    return async () => {
      for (const text of texts) {
        const field = there('.tools input[type=search]');
        if (field) {
          field.value = text;
          field.dispatchEvent(new Event('input', {bubbles: true}));
        }
        await pause(5 * STEP_MS);
      }
    };
  }

  function points(selector) {
    return async () => {
      const canvas = there(selector);
      const {left, top, width, height} = canvas.getBoundingClientRect();
      for (let i = 0; i < 20; i++) {
        const at = {clientX: left + (width * i) / 20, clientY: top + (height * i) / 20, bubbles: true};
        canvas.dispatchEvent(new MouseEvent('mousemove', at));
        await pause(STEP_MS);
      }
    };
  }

  const figures = (more) => JSON.stringify({
    longest: tasks.reduce((most, one) => Math.max(most, one), 0),
    ...more,
  });

  globalThis.bench = {
    /** Returns when the first row is painted. */
    async opened(view) {
      while (!SHOWN[view]()) {
        await new Promise(requestAnimationFrame);
      }
      await new Promise(requestAnimationFrame);
      const row = performance.now();
      return figures({paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? row, row});
    },
    async use(view, ms) {
      const end = performance.now() + ms;
      for (let i = 0; performance.now() < end; i++) {
        await USES[view][i % USES[view].length]();
      }
      return figures({paint: 0, row: 0});
    },
  };
})();
