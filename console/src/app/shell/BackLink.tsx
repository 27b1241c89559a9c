import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { PageId } from '../../texts/catalogue.ts'

const keyOf = (pathname: string) => `campstore.search.${pathname}`

/** Notes how a page is shown, until the tab is closed: its filters and its page. */
export const noteSearch = (pathname: string, search: string): void => sessionStorage.setItem(keyOf(pathname), search)

/** The way from a record back to its list, as it was last shown. */
export function BackLink({ to }: { to: PageId }) {
  const { t } = useTranslation()
  const path = `/${to}`
  return <Link to={path + (sessionStorage.getItem(keyOf(path)) ?? '')}>← {t(`${to}.page`)}</Link>
}
