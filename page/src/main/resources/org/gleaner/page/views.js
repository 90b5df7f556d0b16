// Every view of the page: one line each. With a title it is in the navigation, for admins only if it says so, and for all others
// under `userTitle` if it has one.

export const VIEWS = [
  {path: 'overview', tag: 'overview-view', title: 'Overview', load: () => import('./view/overview.js')},
  {path: 'jobs', tag: 'jobs-view', title: 'Jobs', load: () => import('./view/jobs.js')},
  {path: 'jobs/:id', tag: 'job-view', load: () => import('./view/job.js')},
  {path: 'submit', tag: 'submit-view', title: 'Submit', load: () => import('./view/submit.js')},
  {path: 'machines', tag: 'machines-view', title: 'Machines', load: () => import('./view/machines.js')},
  {path: 'machines/:id', tag: 'machine-view', load: () => import('./view/machine.js')},
  {path: 'strategy', tag: 'strategy-view', title: 'Strategy', load: () => import('./view/strategy.js')},
  {path: 'settings', tag: 'settings-view', title: 'Settings', userTitle: 'Account', load: () => import('./view/settings.js')},
];

const FIRST = VIEWS[0];

/** What the viewer reads in the navigation. */
export const titleOf = (view, admin) => (!admin && view.userTitle) || view.title;

/** The view of an address, with what stands for its parts that begin with a colon. */
export function find(hash) {
  const [path, search = ''] = hash.replace(/^#\/?/, '').split('?');
  const parts = path.split('/').filter(Boolean).map(decode);
  const query = Object.fromEntries(new URLSearchParams(search));
  for (const view of VIEWS) {
    const wanted = view.path.split('/');
    if (wanted.length === parts.length && wanted.every((part, i) => part.startsWith(':') || part === parts[i])) {
      const named = wanted.flatMap((part, i) => (part.startsWith(':') ? [[part.slice(1), parts[i]]] : []));
      return {view, parameters: Object.fromEntries(named), query};
    }
  }
  return parts.length === 0 ? {view: FIRST, parameters: {}, query} : null;
}

function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
