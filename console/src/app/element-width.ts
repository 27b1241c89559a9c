import { type RefObject, useLayoutEffect, useState } from 'react'

/** The width of an element in pixels, which follows the window; 0 until it is known. */
export function useElementWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (element.current === null) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    setWidth(Math.floor(element.current.clientWidth))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return width
}
