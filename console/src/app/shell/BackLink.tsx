import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { PageId } from '../../texts/catalogue.ts'

const prefix = 'campstore.search.'
const keyOf = (pathname: string) => prefix + pathname

/** Notes the filters and the page number of a list, until the person signs out or closes the tab. */
export const noteSearch = (pathname: string, search: string): void => sessionStorage.setItem(keyOf(pathname), search)

/** Forgets the filters: a search may be a phone number. */
export function forgetSearches(): void {
  for (const key of Object.keys(sessionStorage).filter(one => one.startsWith(prefix))) sessionStorage.removeItem(key)
}

/** The link from a record back to its list, as it was last shown. */
export function BackLink({ to }: { to: PageId }) {
  const { t } = useTranslation()
  const path = `/${to}`
  return <Link to={path + (sessionStorage.getItem(keyOf(path)) ?? '')}>← {t(`${to}.page`)}</Link>
}
