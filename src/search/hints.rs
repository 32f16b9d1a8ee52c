//! Hints to the system and the processor about large tables. A wrong or missing hint only costs time.

use std::sync::atomic::AtomicU64;

/// Smaller tables have no room for a large page.
#[cfg(target_os = "linux")]
const LARGE_PAGE: usize = 2 << 20;
#[cfg(target_os = "linux")]
const PAGE: usize = 4 << 10;

/// Asks for large pages for a table that is accessed at random: with small pages, nearly every access would be a TLB
/// miss. Should be called before the table is written.
#[cfg(target_os = "linux")]
pub fn ask_for_large_pages<T>(table: &mut [T]) {
    use rustix::mm::{Advice, madvise};
    let bytes = size_of_val(table);
    let skipped = table.as_ptr().addr().next_multiple_of(PAGE) - table.as_ptr().addr();
    if bytes < skipped + LARGE_PAGE {
        return;
    }
    let start = table.as_mut_ptr().wrapping_byte_add(skipped);
    // SAFETY: the pages lie within the table, which this function borrows exclusively, and the advice
    // does not change any byte of them.
    #[expect(unsafe_code, reason = "searches take 10 to 20 % less time with it, and nothing safe does the same")]
    let _ = unsafe { madvise(start.cast(), (bytes - skipped) / PAGE * PAGE, Advice::LinuxHugepage) };
}

/// Other systems provide large pages by themselves, or not at all.
#[cfg(not(target_os = "linux"))]
pub fn ask_for_large_pages<T>(_table: &mut [T]) {}

/// `count` values, or `None` if there is not enough memory.
pub fn filled<T: Copy>(value: T, count: usize) -> Option<Vec<T>> {
    let mut all = Vec::new();
    all.try_reserve_exact(count).ok()?;
    ask_for_large_pages(all.spare_capacity_mut());
    all.resize(count, value);
    Some(all)
}

/// Prefetches the cache line of a word that will be read soon.
#[cfg(target_arch = "x86_64")]
#[inline]
pub fn prefetch(word: &AtomicU64) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: every x86-64 processor has the instruction; it has no effect that the program could see, and the address
    // is that of a word.
    #[expect(unsafe_code, reason = "3 to 5 % more nodes a second, and nothing safe does the same")]
    unsafe {
        _mm_prefetch::<_MM_HINT_T0>(word.as_ptr().cast());
    }
}

/// Does nothing on other processors.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub fn prefetch(_word: &AtomicU64) {}
