import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import AvatarEditor, { type Position } from 'react-avatar-editor'
import { CROP, NUDGE, type PhotoEditorProps } from './editor.ts'
import { Stage } from './stage.tsx'

/** Specification, section 9. */
const ZOOM = { initial: 1.1, least: 0.1, most: 3, step: 0.1 }
const BORDER = 32

/** For a pointer: dragged, and zoomed with the wheel. */
export function WideEditor({ ref, file, onBroken }: PhotoEditorProps) {
  const editor = useRef<AvatarEditor>(null)
  const frame = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(ZOOM.initial)
  const [position, setPosition] = useState<Position>({ x: 0.5, y: 0.5 })
  useImperativeHandle(ref, () => ({ canvas: () => editor.current?.getImage() ?? null }))

  const zoom = (direction: number) =>
    setScale((was) =>
      Math.min(ZOOM.most, Math.max(ZOOM.least, Math.round((was + direction * ZOOM.step) * 10) / 10)),
    )

  useEffect(() => {
    const element = frame.current
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      zoom(event.deltaY < 0 ? 1 : -1)
    }
    // Not React's: the browser has to know that the wheel will not scroll the page.
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  })

  function move({ x, y }: { x: number; y: number }) {
    // Where the picture really is: at an edge it stays, whatever position it was asked to take.
    const part = editor.current?.getCroppingRect()
    if (!part) return
    setPosition({
      x: part.x + part.width * (0.5 - x * NUDGE),
      y: part.y + part.height * (0.5 - y * NUDGE),
    })
  }

  return (
    <Stage onZoom={zoom} onMove={move}>
      <div ref={frame} data-zoom={scale}>
        <AvatarEditor
          ref={editor}
          image={file}
          width={CROP}
          height={CROP}
          border={BORDER}
          borderRadius={CROP / 2}
          color={[20, 17, 14, 0.6]}
          scale={scale}
          position={position}
          onPositionChange={setPosition}
          onLoadFailure={onBroken}
        />
      </div>
    </Stage>
  )
}
