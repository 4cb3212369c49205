/** Routes of the console, created from the list of screens. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { basePath } from '../features/links.js';
import type { LoadPage, Screen } from '../features/screen.js';
import { PageCrash, PageMissing } from './page-errors.js';
import { RequireScope } from './require-scope.js';
import { detailPages, screens } from './screens.js';
import { Shell } from './shell.js';

const galleryPage: LoadPage = () => import('./gallery.js');

/** Creates the router; its base path is the one that the server serves the console at. */
export function createConsoleRouter() {
  const root = createRootRoute({ component: Shell, errorComponent: PageCrash, notFoundComponent: PageMissing });
  const page = (path: string, load: LoadPage, scope?: string) => {
    const Page = lazyRouteComponent(load);
    const component = scope === undefined ? Page : () => <RequireScope scope={scope} page={Page} />;
    return createRoute({ getParentRoute: () => root, path, component, errorComponent: PageCrash });
  };
  const pagesOf = ({ path, load, scope, pages = [] }: Screen) => [
    page(path, load, scope),
    ...pages.map((each) => page(each.path, each.load, each.scope ?? scope)),
  ];
  const details = detailPages.flatMap(({ pages }) => pages.map((each) => page(each.path, each.load)));
  const home = createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: screens[0]?.path ?? '/gallery', replace: true });
    },
  });
  return createRouter({
    routeTree: root.addChildren([home, ...screens.flatMap(pagesOf), ...details, page('/gallery', galleryPage)]),
    basepath: basePath,
    defaultPreload: 'intent',
    defaultPendingMs: 300,
  });
}
