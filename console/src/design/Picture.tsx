import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import './picture.css'

type PictureProps = {
  src: string | null
  isLarge?: boolean
  /** Paper has all pictures, even ones below the visible part. */
  isPrinted?: boolean
}

/** The picture of a product, next to its name; an icon if it has none, or if it cannot be loaded. */
export function Picture({ src, isLarge = false, isPrinted = false }: PictureProps) {
  const [failed, setFailed] = useState<string>()
  const className = isLarge ? 'picture picture-large' : 'picture'
  if (src === null || src === failed)
    return (
      <span className={className}>
        <ImageOff aria-hidden />
      </span>
    )
  return (
    <img
      className={className}
      src={thumbnailOf(src, isLarge ? 320 : 160)}
      alt=""
      loading={isPrinted ? 'eager' : 'lazy'}
      onError={() => setFailed(src)}
    />
  )
}

/** Twice the shown width, for screens with two pixels per point; only the store's own images have widths. */
const thumbnailOf = (src: string, width: 160 | 320) =>
  src.startsWith('/api/products/images/') ? `${src}?width=${width}` : src
