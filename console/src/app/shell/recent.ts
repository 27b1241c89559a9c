const key = 'campstore.search.recent'
const most = 8

/** A page that was opened: its address below /staff, and its title. */
export type Recent = { to: string; title: string }

/** The records that the person opened last, the newest first, until the person signs out or closes the tab. */
export const recentRecords = (): readonly Recent[] => JSON.parse(sessionStorage.getItem(key) ?? '[]')

/** Remembers the page of a record that the person leaves; pages of lists are in the navigation. */
export function noteRecent(to: string, title: string): void {
  if (!/^\/\w+\/./.test(to)) return
  const others = recentRecords().filter(recent => recent.to !== to)
  sessionStorage.setItem(key, JSON.stringify([{ to, title }, ...others].slice(0, most)))
}
