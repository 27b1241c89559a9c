import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { PageId } from '../../texts/catalogue.ts'

/** The filters and pages with which lists were last shown, by their addresses. */
const searches = new Map<string, string>()

/** Notes how a page is shown. */
export const noteSearch = (pathname: string, search: string): void => void searches.set(pathname, search)

/** The way from a record back to its list, as it was last shown. */
export function BackLink({ to }: { to: PageId }) {
  const { t } = useTranslation()
  const path = `/${to}`
  return <Link to={path + (searches.get(path) ?? '')}>← {t(`${to}.page`)}</Link>
}
