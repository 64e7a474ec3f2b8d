"""The documents that VERA's tests are about, drawn after their description (they are not in its source distribution)."""

import pymupdf

A4 = (595, 842)


def make_pdf(path):
    """Two pages: zoning and stormwater, no heading told by its type."""
    document = pymupdf.open()
    page = document.new_page(width=A4[0], height=A4[1])
    page.insert_text((72, 72), "Chapter 110 Zoning\nRestaurants require one parking space per 100 square feet.", fontsize=11)
    page = document.new_page(width=A4[0], height=A4[1])
    page.insert_text((72, 72), "Stormwater Manual\nDetention is required when impervious area increases.", fontsize=11)
    document.save(str(path))
    document.close()


def make_structured_pdf(path):
    """Two pages with headings of two ranks and a grey picture on the first."""
    document = pymupdf.open()
    page = document.new_page(width=A4[0], height=A4[1])
    page.insert_text((72, 72), "Chapter 110 Zoning", fontsize=20)
    page.insert_text((72, 110), "Article 5 Parking", fontsize=16)
    page.insert_text((72, 150), "Restaurants require one parking space per 100 square feet of floor area.", fontsize=11)
    grey = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 40, 40), False)
    grey.clear_with(128)
    page.insert_image(pymupdf.Rect(72, 200, 172, 300), pixmap=grey)
    page = document.new_page(width=A4[0], height=A4[1])
    page.insert_text((72, 72), "Chapter 200 Stormwater", fontsize=20)
    page.insert_text((72, 120), "Detention is required when impervious area increases beyond limits.", fontsize=11)
    document.save(str(path))
    document.close()
