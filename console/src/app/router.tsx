import { createBrowserRouter } from 'react-router'
import { NotFoundPage, PageFailure, PageGuard } from './page-states.tsx'
import { type Page, pageGroups } from './pages.ts'
import { Shell } from './shell/Shell.tsx'

const routesOf = (page: Page) => {
  const element = <PageGuard page={page} />
  const loaded = (path: string, load: Page['load']) => ({
    path,
    element,
    errorElement: <PageFailure />,
    children: [{ index: true, lazy: async () => ({ Component: await load() }) }],
  })
  return [loaded(page.path, page.load), ...(page.detail ? [loaded(`${page.path}/:id`, page.detail)] : [])]
}

/** The pages, each loaded when it is first opened. */
export const createRouter = () =>
  createBrowserRouter(
    [
      {
        element: <Shell />,
        errorElement: <PageFailure />,
        hydrateFallbackElement: <div />,
        children: [
          ...pageGroups.flatMap(({ pages }) => pages).flatMap(routesOf),
          { path: '*', element: <NotFoundPage /> },
        ],
      },
    ],
    { basename: import.meta.env.BASE_URL.replace(/\/$/, '') },
  )
