import { useSyncExternalStore } from 'react'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const stored = 'campstore.theme'
const listeners = new Set<() => void>()
const isTheme = (text: string | null): text is Theme => themes.some(theme => theme === text)

const chosen = (): Theme => {
  const text = localStorage.getItem(stored)
  return isTheme(text) ? text : 'system'
}

/** Applies the person's choice on this device; `system` follows the browser. */
export function applyTheme(): void {
  const theme = chosen()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(stored, theme)
  applyTheme()
  for (const listener of listeners) listener()
}

/** The chosen theme. */
export const useTheme = (): Theme =>
  useSyncExternalStore(listener => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, chosen)
