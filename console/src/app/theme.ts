export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const stored = 'campstore.theme'
const isTheme = (text: string | null): text is Theme => themes.some(theme => theme === text)

/** The chosen theme. */
export const chosenTheme = (): Theme => {
  const text = localStorage.getItem(stored)
  return isTheme(text) ? text : 'system'
}

/** Applies the person's choice on this device; `system` follows the browser. */
export function applyTheme(): void {
  const theme = chosenTheme()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** Applies another choice, and keeps it on this device. */
export function chooseTheme(theme: Theme): Theme {
  localStorage.setItem(stored, theme)
  applyTheme()
  return theme
}
