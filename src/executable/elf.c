/* The System V ABI, "Object Files". The native form is read, in which ElfW(Shdr) and the like are as the file has them;
 * all offsets are checked against the file's length. */
#include "executable/elf.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static void map_file(struct elf *elf, const char *path)
{
	int file = open(path, O_RDONLY | O_CLOEXEC);
	struct stat about;

	if (file < 0)
		return;
	if (fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_size >= (off_t)sizeof(ElfW(Ehdr))) {
		void *image = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, file, 0);

		if (image != MAP_FAILED) {
			elf->image = image;
			elf->n = (size_t)about.st_size;
		}
	}
	close(file);
}

/* count things of size bytes each at an offset; NULL if the file does not hold them, or not where they can be read. */
static const void *part(const struct elf *elf, uint64_t offset, uint64_t count, uint64_t size)
{
	if (size == 0 || offset > elf->n || count > (elf->n - offset) / size || offset % sizeof(ElfW(Addr)) != 0)
		return NULL;
	return (const char *)elf->image + offset;
}

/* A string that ends within the n bytes at an offset; NULL if there is none. */
static const char *string_at(const struct elf *elf, uint64_t offset, uint64_t n)
{
	const char *text = offset <= elf->n && n <= elf->n - offset ? (const char *)elf->image + offset : NULL;

	return text && memchr(text, '\0', n) ? text : NULL;
}

/* The machine that this program is for. */
static bool own_header(ElfW(Ehdr) * header)
{
	int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	ssize_t n = file < 0 ? -1 : read(file, header, sizeof(*header));

	if (file >= 0)
		close(file);
	return n == (ssize_t)sizeof(*header);
}

static enum elf_kind kind_of(struct elf *elf)
{
	const ElfW(Ehdr) *header = elf->image;
	const ElfW(Phdr) * segments;
	ElfW(Ehdr) own;

	if (!header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0)
		return ELF_NOT;
	if (own_header(&own) && (memcmp(header->e_ident + EI_CLASS, own.e_ident + EI_CLASS, 2) != 0 ||
				 header->e_machine != own.e_machine)) {
		elf->bits = header->e_ident[EI_CLASS] == ELFCLASS32   ? 32
			    : header->e_ident[EI_CLASS] == ELFCLASS64 ? 64
								      : 0;
		return ELF_FOREIGN;
	}
	segments = header->e_phentsize == sizeof(*segments)
			   ? part(elf, header->e_phoff, header->e_phnum, sizeof(*segments))
			   : NULL;
	for (size_t i = 0; segments && i < header->e_phnum; i++)
		if (segments[i].p_type == PT_INTERP)
			elf->interpreter = string_at(elf, segments[i].p_offset, segments[i].p_filesz);
	return elf->interpreter ? ELF_DYNAMIC : segments ? ELF_STATIC : ELF_NOT;
}

void elf_open(struct elf *elf, const char *path)
{
	*elf = (struct elf){.kind = ELF_NOT};
	map_file(elf, path);
	elf->kind = kind_of(elf);
}

void elf_close(struct elf *elf)
{
	if (elf->image)
		munmap(elf->image, elf->n);
	*elf = (struct elf){.kind = ELF_NOT};
}

/* Whether a table of symbols has a definition of that name. names: its strings. */
static bool table_defines(const struct elf *elf, const ElfW(Shdr) * table, const ElfW(Shdr) * names, const char *symbol)
{
	uint64_t count = table->sh_size / sizeof(ElfW(Sym));
	const ElfW(Sym) *symbols = part(elf, table->sh_offset, count, sizeof(*symbols));
	const char *strings = names->sh_offset <= elf->n && names->sh_size <= elf->n - names->sh_offset
				      ? (const char *)elf->image + names->sh_offset
				      : NULL;
	size_t length = strlen(symbol) + 1;

	if (!symbols || !strings || names->sh_size < length)
		return false;
	for (uint64_t i = 0; i < count; i++)
		if (symbols[i].st_shndx != SHN_UNDEF && symbols[i].st_name <= names->sh_size - length &&
		    memcmp(strings + symbols[i].st_name, symbol, length) == 0)
			return true;
	return false;
}

static bool defines(const struct elf *elf, const char *symbol, bool local)
{
	const ElfW(Ehdr) *header = elf->image;
	const ElfW(Shdr) *sections = NULL;

	if (elf->kind != ELF_STATIC && elf->kind != ELF_DYNAMIC)
		return false;
	if (header->e_shentsize == sizeof(*sections))
		sections = part(elf, header->e_shoff, header->e_shnum, sizeof(*sections));
	for (size_t i = 0; sections && i < header->e_shnum; i++)
		if ((sections[i].sh_type == SHT_DYNSYM || (local && sections[i].sh_type == SHT_SYMTAB)) &&
		    sections[i].sh_link < header->e_shnum &&
		    table_defines(elf, &sections[i], &sections[sections[i].sh_link], symbol))
			return true;
	return false;
}

bool elf_exports(const struct elf *elf, const char *symbol)
{
	return defines(elf, symbol, false);
}

bool elf_defines(const struct elf *elf, const char *symbol)
{
	return defines(elf, symbol, true);
}
