import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import './picture.css'

/** The picture of a product, whose name is beside it; a sign where there is none, or it cannot be loaded. */
export function Picture({ src, isLarge = false }: { src: string | null; isLarge?: boolean }) {
  const [failed, setFailed] = useState<string>()
  const className = isLarge ? 'picture picture-large' : 'picture'
  if (src === null || src === failed)
    return (
      <span className={className}>
        <ImageOff aria-hidden />
      </span>
    )
  return <img className={className} src={src} alt="" loading="lazy" onError={() => setFailed(src)} />
}
